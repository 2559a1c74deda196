/** docs/cel-conformance.md: the results of a run, for people. */
import type { Row } from "./conformance.ts"
import type { Reason } from "./Reason.ts"
import { reasons } from "./reasons.ts"
import type { SyntaxRun } from "./syntax.ts"

const grouped = (rows: ReadonlyArray<Row>, by: (row: Row) => string): ReadonlyMap<string, ReadonlyArray<Row>> => {
  const groups = new Map<string, Array<Row>>()
  for (const row of rows) groups.set(by(row), [...(groups.get(by(row)) ?? []), row])
  return groups
}

const place = ({ section, suite }: Row): string => `${suite}/${section}`

/** Tests by their section: all of a section in a word, or by their names. */
const listed = (rows: ReadonlyArray<Row>, all: ReadonlyMap<string, ReadonlyArray<Row>>): string =>
  [...grouped(rows, place)]
    .map(([section, some]) => {
      const whole = all.get(section)?.length ?? 0
      if (some.length === whole) return `- **${section}**: all ${whole}`
      return `- **${section}**, ${some.length} of ${whole}: ${some.map(({ name }) => name).join(", ")}`
    })
    .join("\n")

/** An expression as code in a table or a line. */
const code = (expression: string): string => {
  const line = JSON.stringify(expression).slice(1, -1).replaceAll('\\"', '"').replaceAll("\\\\", "\\")
  const short = line.length <= 80 ? line : `${line.slice(0, 79)}…`
  return short.includes("`") ? `\`\` ${short} \`\`` : `\`${short}\``
}

const given = ({ expected, outcome }: Row): string => {
  const there =
    expected.is === "error"
      ? "an error"
      : expected.is === "null"
        ? "null"
        : expected.is === "other"
          ? `a value of the kind “${expected.kind}”`
          : code(String(expected.value))
  if (outcome.is === "refused") return `${there} in CEL; here: ${outcome.fault}`
  return `${there} in CEL; here ${outcome.is === "value" && outcome.value !== null ? code(String(outcome.value)) : "missing"}`
}

const is =
  (status: Row["status"]) =>
  (row: Row): boolean =>
    row.status === status

const table = (rows: ReadonlyArray<Row>): string => {
  const line = (name: string, some: ReadonlyArray<Row>): string => {
    const counts = (["passes", "respelled", "differs", "fails"] as const).map(
      (status) => some.filter(is(status)).length
    )
    return `| ${[name, some.length, ...counts].join(" | ")} |`
  }
  return [
    "| Suite | Tests | Pass as written | Pass in our spelling | Differ | Fail |",
    "|---|---:|---:|---:|---:|---:|",
    ...[...grouped(rows, ({ suite }) => suite)].map(([suite, some]) => line(suite, some)),
    line("**all**", rows)
  ].join("\n")
}

const explained = (
  { because, id, title }: Reason,
  rows: ReadonlyArray<Row>,
  all: ReadonlyMap<string, ReadonlyArray<Row>>
): string => {
  const some = rows.filter(({ reason }) => reason === id)
  // The shortest that is more than a name.
  const [first] = some
    .filter(({ expression }) => /\W/.test(expression))
    .sort((one, other) => one.expression.length - other.expression.length)
  const example = first === undefined ? "" : `For example ${code(first.expression)}: ${given(first)}\n\n`
  return `### ${title}\n\n${because}\n\n${example}${some.length} tests:\n\n${listed(some, all)}\n`
}

const respelled = (rows: ReadonlyArray<Row>): string =>
  [...grouped(rows.filter(is("respelled")), ({ suite }) => suite)]
    .flatMap(([, some]) => some.slice(0, 2))
    .map(
      ({ expression, written }) =>
        `| ${[expression, written].map((one) => code(one).replaceAll("|", "\\|")).join(" | ")} |`
    )
    .join("\n")

/** The page of a run. */
export const page = (rows: ReadonlyArray<Row>, { expressions, refused, trees }: SyntaxRun): string => {
  const all = grouped(rows, place)
  const passing = rows.filter(({ status }) => status === "passes" || status === "respelled")
  const failing = rows.filter(is("fails"))
  return `# CEL's conformance tests

Written by \`pnpm cel\`; a test holds this page to what a run gives. The rule language has CEL's syntax, cut down, and meanings of its own
([what differs](rule-language.md#differences-from-cel)). So all ${rows.length} simple tests of CEL's specification (v0.25.1, as npm's \`@bufbuild/cel-spec\` 0.6.1 has them)
run here, none left out: each is computed by a small form, bindings as fields of the fitting type with a payload's values, the result in a computed field, by both back ends.

A test **passes** if it gives CEL's value; *as written*, or *in our spelling*, where a rewriting of words alone (\`packages/rules/test/cel/respell.ts\`) makes it an expression of ours.
It **differs** if a rule in code (\`packages/rules/test/cel/reasonsOf*.ts\`) finds, from the test's syntax and types and from what came out here, one of the ${reasons.length} reasons below: every difference is one of them.
A test that neither passes nor has a reason **fails**. Nearly every difference is a refusal at publish, with a sentence; no test ends in an exception.

${table(rows)}

${failing.length === 0 ? "Nothing fails." : `## What fails\n\n${listed(failing, all)}`}

## The grammar

Of the ${expressions} expressions of the package (these tests, and cel-go's own of its parser, checker and comprehensions), ${trees.length} parse in both languages, and each gives
the tree that cel-go gives: precedence, association, signs, literals, escapes. What cel-go's parser refuses (${refused.length} expressions, its bounds on nesting aside) is refused here too.

## Our spelling

Methods are functions, macros are functions over lists of rows, one list field for each list that is written out (a row's value is its field \`value\`), and numbers are written in digits.
\`dyn(x)\`, and \`int\`, \`uint\` and \`double\` of a number, are the number itself. For example:

| CEL | here |
|---|---|
${respelled(rows)}

## What differs, and why

${reasons.map((reason) => `- [${reason.title}](#${anchor(reason.title)}): ${rows.filter((row) => row.reason === reason.id).length}`).join("\n")}

${reasons.map((reason) => explained(reason, rows, all)).join("\n")}
## What passes

${listed(passing, all)}
`
}

/** GitHub's anchor of a heading. */
const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-")
