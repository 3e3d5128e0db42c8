import { testFailureOf } from "../reading/failure";
import { ownPlaces, placeAtEnd, scriptFrame } from "../reading/places";
import type { TestFailure } from "../reading/testRun";
import { type TapFields, tapPlace } from "./tapFields";

/** How long it took stands behind the name of some programs' points. */
const afterName = / # time=.*$/;

/** A test point that failed, with what stands below it: YAML, or a program's own words. */
export function failureOfPoint(text: string, body: readonly string[], fields: TapFields): TestFailure {
  const name = text.replace(afterName, "");
  if (fields.size === 0) return testFailureOf({ name, body, place: ownPlaces(body, scriptFrame)[0] });
  const stack = (fields.get("stack") ?? "").split("\n");
  // In a mapping the key itself has no value.
  const message = (fields.get("error") || (fields.get("message") ?? fields.get("diff"))) ?? "";
  return testFailureOf({
    name,
    body,
    message: message.split("\n"),
    place: ownPlaces(stack, placeAtEnd)[0] ?? tapPlace(fields),
  });
}
