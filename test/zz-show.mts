import { judgeEffect } from "../src/core/rule";
import { rules } from "../src/policy/index";
import { makeFixture } from "./policy/support/fixture";
import { readFileSync } from "node:fs";
const fixture = makeFixture();
const context = fixture.context({ "web.allowedHosts": ["packages.example"] });
const cmds = process.argv[2] === "-" ? readFileSync(0,"utf8").trim().split("\n").map(l=>{try{return JSON.parse(l)}catch{return l}}) : process.argv.slice(2);
for (const c of cmds) {
  const e: any = /^READ /.test(c) ? {kind:"read",target:await context.resolve(fixture.map(c.slice(5)))} : /^WRITE /.test(c) ? {kind:"write",target:await context.resolve(fixture.map(c.slice(6))),before:undefined,after:new Uint8Array()} : /^FETCH /.test(c) ? {kind:"fetch",url:c.slice(6),method:"GET"} : { kind: "exec", command: fixture.map(c), cwd: await context.resolve("."), timeoutMs: 1 };
  const d = await judgeEffect(rules, e, context);
  console.log((d.kind + (d.always ? "!" : "")).padEnd(6), JSON.stringify(c).slice(0,90).padEnd(60), d.rule, "|", d.reason.replaceAll(fixture.world, "/w").replaceAll(fixture.home,"/home/u"));
}
fixture.remove();
