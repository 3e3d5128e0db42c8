// The page of the audit log: narrows the lines it is given down, and asks the extension for everything else.
(() => {
  const vscode = acquireVsCodeApi();
  const atOnce = 300;
  const find = (id) => document.getElementById(id);
  const [rows, count, details, more] = ["rows", "count", "details", "more"].map(find);
  const texts = JSON.parse(document.querySelector("main").dataset.texts);
  /** A text of the page with values in place of `{0}`, `{1}` and so on. */
  const said = (name, ...values) => texts[name].replace(/\{(\d)\}/g, (_, at) => String(values[at]));
  const choices = { agent: texts.allAgents, tool: texts.allTools, verdict: texts.allVerdicts };
  let lines = [];
  let left = 0;
  let chosen = [];
  let shown = 0;
  /** The line whose details were shown last. */
  let selected;

  const element = (name, text, className) => {
    const made = document.createElement(name);
    made.textContent = text;
    if (className) made.className = className;
    return made;
  };
  const targets = (line) => (Array.isArray(line.effects) ? line.effects.map((effect) => String(effect.target)) : []);
  const whatOf = (line) =>
    String(line.kind === "event" ? (line.shownDetail ?? line.detail) : (line.shownTitle ?? line.title));
  const answerOf = ({ approvedBy, error }) => {
    if (!approvedBy) return "";
    if (approvedBy === "nobody") return texts.notAnswered;
    if (error === "declined") return said("declinedBy", approvedBy);
    return said(approvedBy === "VS Code" ? "allowedIn" : "allowedBy", approvedBy);
  };
  const verdictOf = (line) =>
    line.kind === "event" ? "" : [line.verdict ?? texts.notJudged, answerOf(line)].filter(Boolean).join(", ");
  const endedOf = (line) => {
    if (line.kind === "event") return "";
    if (line.error === "declined") return texts.notDone;
    const ending = line.isError ? `${texts.failed}${line.error ? ` (${line.error})` : ""}` : texts.done;
    const code = line.exitCode === undefined ? [] : [said("exit", line.exitCode)];
    return [ending, ...code].join(", ");
  };
  const toolOf = (line) => String(line.kind === "event" ? line.event : line.tool);
  const momentOf = (line) => new Date(String(line.time));
  const timeOf = (line) => momentOf(line).toLocaleString();
  const dayOf = (line) => momentOf(line).toLocaleDateString(document.documentElement.lang, { dateStyle: "full" });
  const clockOf = (line) => momentOf(line).toLocaleTimeString(undefined, { hourCycle: "h23" });

  function fillChoices() {
    const values = { agent: (line) => line.agent, tool: toolOf, verdict: (line) => line.verdict };
    for (const [id, all] of Object.entries(choices)) {
      const select = find(id);
      const before = select.value;
      const found = [...new Set(lines.map(values[id]).filter(Boolean))].sort();
      select.replaceChildren(
        ...["", ...found].map((value) => Object.assign(element("option", value || all), { value })),
      );
      select.value = found.includes(before) ? before : "";
    }
  }

  function narrow() {
    const [agent, tool, verdict] = Object.keys(choices).map((id) => find(id).value);
    const text = find("text").value.toLowerCase();
    chosen = lines.filter(
      (line) =>
        (!agent || line.agent === agent) &&
        (!tool || toolOf(line) === tool) &&
        (!verdict || line.verdict === verdict) &&
        (!text || [whatOf(line), ...targets(line)].some((one) => one.toLowerCase().includes(text))),
    );
    rows.replaceChildren();
    shown = 0;
    details.hidden = true;
    const older = left > 0 ? ` ${said("older", left)}` : "";
    count.textContent = `${said("lines", chosen.length, lines.length)}${older}`;
    addRows();
  }

  function addRows() {
    const next = chosen.slice(shown, shown + atOnce);
    for (const [at, line] of next.entries()) {
      const before = chosen[shown + at - 1];
      if (!before || dayOf(before) !== dayOf(line)) rows.append(dayRow(line));
      rows.append(rowOf(line));
    }
    shown += next.length;
    more.hidden = shown >= chosen.length;
    if (!rows.querySelector('[tabindex="0"]')) rows.querySelector("[aria-selected]")?.setAttribute("tabindex", "0");
  }

  function dayRow(line) {
    const row = element("tr", "");
    row.append(Object.assign(element("th", dayOf(line), "day"), { colSpan: 6, scope: "rowgroup" }));
    return row;
  }

  /** Its whole text where a column is too narrow for it. */
  const cell = (text, className) => Object.assign(element("td", text, className), { title: text });

  function rowOf(line) {
    const row = element("tr", "");
    row.tabIndex = -1;
    row.setAttribute("aria-selected", "false");
    row.append(
      cell(clockOf(line), "time"),
      cell(String(line.agent), "agent"),
      cell(toolOf(line), "name"),
      cell(whatOf(line), "what"),
      cell(verdictOf(line), `verdict ${line.verdict ?? ""}`),
      cell(endedOf(line), `ended ${line.isError ? "failed" : ""}`),
    );
    row.addEventListener("click", () => select(row, line));
    row.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") select(row, line);
      else if (event.key === "ArrowDown") move(row, 1);
      else if (event.key === "ArrowUp") move(row, -1);
      else return;
      event.preventDefault();
    });
    return row;
  }

  function move(from, by) {
    const all = [...rows.querySelectorAll("[aria-selected]")];
    const to = all[all.indexOf(from) + by];
    if (!to) return;
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }

  function select(row, line) {
    selected = line;
    for (const other of rows.querySelectorAll('[aria-selected="true"]')) other.setAttribute("aria-selected", "false");
    row.setAttribute("aria-selected", "true");
    const list = element("dl", "");
    const say = (name, value) => {
      if (value === undefined || value === "") return;
      list.append(element("dt", name), element("dd", typeof value === "string" ? value : JSON.stringify(value)));
    };
    say(texts.what, line.kind === "event" ? line.detail : whatOf(line));
    say(texts.time, `${timeOf(line)} (${line.time})`);
    say(texts.agent, line.agent);
    say(texts.tool, line.tool && `${line.tool}${line.dialect ? ` (${line.dialect})` : ""}`);
    say(texts.verdict, line.verdict && said("verdictBy", line.verdict, line.rule, line.shownReason ?? line.reason));
    say(texts.answer, answerOf(line));
    for (const effect of line.effects ?? []) {
      const sizes =
        effect.kind === "write"
          ? ` (${said("sizes", effect.before ?? texts.noFile, effect.after ?? texts.noFile)})`
          : "";
      say(said("effect", effect.kind), `${effect.target}${sizes}`);
    }
    say(texts.ended, endedOf(line));
    say(texts.took, line.durationMs === undefined ? undefined : said("milliseconds", line.durationMs));
    say(texts.level, line.level);
    say(texts.size, line.resultBytes === undefined ? undefined : said("bytes", line.resultBytes));
    say(texts.input, line.input);
    say(texts.call, line.call);
    say(texts.hash, line.hash);
    details.replaceChildren(element("h2", toolOf(line)), list);
    if (!line.isError && (line.effects ?? []).some(({ kind }) => kind === "write")) {
      const open = element("button", texts.openDiff);
      open.addEventListener("click", () => vscode.postMessage({ kind: "diff", call: line.call }));
      details.append(open);
    }
    if (line.verdict === "deny" || line.source) {
      const why = element("button", texts.why);
      const { rule, reason, source } = line;
      why.addEventListener("click", () => vscode.postMessage({ kind: "why", refusal: { rule, reason, source } }));
      details.append(why);
    }
    details.hidden = false;
  }

  for (const id of Object.keys(choices)) find(id).addEventListener("change", narrow);
  find("text").addEventListener("input", narrow);
  find("filters").addEventListener("submit", (event) => event.preventDefault());
  for (const kind of ["refresh", "verify", "export"])
    find(kind).addEventListener("click", () => vscode.postMessage({ kind }));
  more.addEventListener("click", addRows);
  window.addEventListener("message", ({ data }) => {
    const before = details.hidden ? undefined : selected;
    const hadFocus = rows.contains(document.activeElement);
    ({ lines, left } = data);
    fillChoices();
    narrow();
    // Whoever reads the details of a line goes on reading while others come.
    const at = chosen.findIndex(({ hash }) => before !== undefined && hash === before.hash);
    const row = rows.querySelectorAll("[aria-selected]")[at];
    if (!row) return;
    select(row, chosen[at]);
    if (hadFocus) row.focus();
  });
  vscode.postMessage({ kind: "ready" });
})();
