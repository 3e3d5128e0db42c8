/** Any other service that answers in JSON, as a person described it. */
import type { Settings } from "../../../core/settings/settings";
import { givenResults } from "./givenResults";
import { maxWanted, type SearchService } from "./service";
import { filledAddress, filledBody } from "./template";

/** The setting's value, when it has one. */
export type SearchTemplate = NonNullable<Settings["web.search.template"]>;

/** @param template whose address and body were checked. */
export function custom(template: SearchTemplate): SearchService {
  const { address, method, body = "", keyHeader, keyPrefix, results } = template;
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
    most: maxWanted,
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
      const { title, url, snippet, date } = template;
      const found = givenResults(answer, results, { title, url, snippet, date });
      return found && { results: found };
    },
    form: `there is no list at ${JSON.stringify(results)}, where toolcrib.web.search.template expects the results`,
  };
}
