/** A large page in the shape of documentation: headings, text with links, lists, tables and code, with a site around it. */

const words =
  "the request is sent to server when a client asks for resource that may be kept in cache until its time has passed and then another value of header decides whether copy still applies for reader".split(
    " ",
  );

/** The same numbers each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
}

/** About that many bytes of HTML. */
export function largePage(bytes: number, seed = 8): string {
  const number = numbers(seed);
  const text = (count: number) => Array.from({ length: count }, () => words[number(words.length)]).join(" ");
  const link = () => `<a class="ref" href="../part/${number(1000)}.html#s${number(50)}">${text(2)}</a>`;
  const sentence = () => `${text(9)} ${link()}, <code>${text(1)}()</code> and <em>${text(2)}</em> &amp; ${text(8)}.`;
  const paragraph = () => `<p class="body">${sentence()} ${sentence()} ${sentence()}</p>\n`;
  const item = () => `<li><strong>${text(2)}</strong>: ${sentence()}</li>\n`;
  const row = () => `<tr><td>${text(2)}</td><td><code>${text(1)}</code></td><td>${text(6)}</td></tr>\n`;
  const many = (count: number, make: () => string) => Array.from({ length: count }, make).join("");
  const section = (at: number) =>
    `<section id="s${at}"><h2>${text(4)}</h2>\n${many(3, paragraph)}<ul>\n${many(4, item)}</ul>\n` +
    `<pre><code class="language-js">const ${words[at % words.length]} = () =&gt; {\n  return "${text(5)}";\n};</code></pre>\n` +
    `<table><thead><tr><th>Name</th><th>Type</th><th>What it is</th></tr></thead><tbody>\n${many(5, row)}</tbody></table></section>\n`;
  const menu = `<nav><ul>${many(80, () => `<li>${link()}</li>`)}</ul></nav>`;
  let body = "";
  for (let at = 0; body.length < bytes; at++) body += section(at);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${text(5)}</title><style>p { margin: 0 }</style></head><body>${menu}<main><article><h1>${text(4)}</h1>${body}</article></main><footer>${text(20)}</footer></body></html>`;
}
