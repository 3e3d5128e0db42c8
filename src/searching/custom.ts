/** Any other service that answers in JSON, as a person described it. */
import type { Settings } from "../core/settings";
import { listAt, valueAt } from "./json";
import { mostWanted, type SearchService } from "./service";
import { filledAddress, filledBody } from "./template";

/** The setting's value, when it has one. */
export type SearchTemplate = NonNullable<Settings["web.search.template"]>;

const pathOf = (dotted: string): string[] => (dotted === "" ? [] : dotted.split("."));

/** @param template whose address and body were checked. */
export function custom(template: SearchTemplate): SearchService {
  const { address, method, body = "", keyHeader, keyPrefix, results } = template;
  const field = (result: unknown, name: string | undefined): unknown =>
    name === undefined ? undefined : valueAt(result, ...pathOf(name));
  return {
    provider: "custom",
    name: new URL(filledAddress(address, "", 1)).host,
    ...(keyHeader !== undefined && {
      key: {
        provider: "custom",
        header: keyHeader,
        ...(keyPrefix !== undefined && { prefix: keyPrefix }),
        isRequired: true,
      },
    }),
    most: mostWanted,
    requests: (query, count) => [
      {
        url: filledAddress(address, query, count),
        method,
        ...(body !== "" && {
          body: filledBody(body, query, count),
          headers: { "content-type": "application/json" },
        }),
      },
    ],
    read(answer) {
      const found = listAt(answer, ...pathOf(results));
      return (
        found && {
          results: found.map((result) => ({
            title: field(result, template.title),
            url: field(result, template.url),
            snippet: field(result, template.snippet),
            date: field(result, template.date),
          })),
        }
      );
    },
    form: `there is no list at ${JSON.stringify(results)}, where toolcrib.web.search.template says that the results are`,
  };
}
