import { listAt, valueAt } from "./jsonFields";
import type { GivenResult } from "./service";

/** Where a service has what belongs to a result: names, or several with dots between. */
export type ResultPlaces = { readonly [K in keyof GivenResult]: string | undefined };

/** `a.b.0` as the names in it; an empty text names the whole. */
const pathOf = (dotted: string): string[] => (dotted === "" ? [] : dotted.split("."));

/** The results of an answer; undefined where it has no list of them. @param list where it is. */
export const givenResults = (answer: unknown, list: string, places: ResultPlaces): GivenResult[] | undefined =>
  listAt(answer, ...pathOf(list))?.map((result) => {
    const at = (place: string | undefined) => (place === undefined ? undefined : valueAt(result, ...pathOf(place)));
    return { title: at(places.title), url: at(places.url), snippet: at(places.snippet), date: at(places.date) };
  });
