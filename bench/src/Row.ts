/** One row of the table, as `--json` prints it. */
export interface Row {
  readonly name: string
  /** Relative to hand-written code, or as the notes say. */
  readonly ratio?: number
  readonly ratio_low?: number
  readonly ratio_high?: number
  readonly median_ns?: number
  readonly low_ns?: number
  readonly high_ns?: number
  readonly [figure: string]: number | string | boolean | undefined
  /** The bar that the row has to reach, if it has one. */
  readonly bar?: string
  readonly notes?: string
}

const significant = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(value < 100 ? 3 : 4)))

const nanos = (value: number): string =>
  value >= 1e6
    ? `${significant(value / 1e6)} ms`
    : value >= 1e3
      ? `${significant(value / 1e3)} µs`
      : `${significant(value)} ns`

const KNOWN: ReadonlySet<string> = new Set([
  "name",
  "ratio",
  "ratio_low",
  "ratio_high",
  "median_ns",
  "low_ns",
  "high_ns",
  "bar",
  "notes"
])

const figures = (row: Row): string =>
  Object.entries(row)
    .filter(([name, value]) => !KNOWN.has(name) && value !== undefined)
    .map(
      ([name, value]) =>
        `${name.replaceAll("_", " ")} ${typeof value === "number" ? significant(value) : String(value)}`
    )
    .join(", ")

const cells = (row: Row): ReadonlyArray<string> => [
  row.name,
  row.ratio === undefined ? "" : `${significant(row.ratio)} ×`,
  row.ratio_low === undefined || row.ratio_high === undefined
    ? ""
    : `${significant(row.ratio_low)}–${significant(row.ratio_high)}`,
  row.median_ns === undefined ? "" : nanos(row.median_ns),
  row.bar ?? "",
  [figures(row), row.notes ?? ""].filter((part) => part !== "").join("; ")
]

/** A table that reads well on a terminal and in Markdown. */
export const renderTable = (rows: ReadonlyArray<Row>): string => {
  const lines = [["what", "ratio", "10–90 %", "median", "bar", "notes"], ...rows.map(cells)]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const written = lines.map(
    (line) => `| ${line.map((cell, column) => (column === 5 ? cell : cell.padEnd(widths[column] ?? 0))).join(" | ")} |`
  )
  const rule = `|${[...widths.map((width) => "-".repeat(width + 2)), "---"].join("|")}|`
  return [written[0], rule, ...written.slice(1)].join("\n")
}
