/** The metrics of several processes as one page. Each series gets the label `process`: its number, which the one that replaces it has too. */

const comment = /^# (?:HELP|TYPE) (\S+)/u

/** Adds the label to a line such as `name{operation="x"} 1` or `name 1`. */
const labelled = (line: string, process: number): string => {
  const [, name = "", labels, value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/u.exec(line) ?? []
  return `${name}{${labels === undefined || labels === "" ? "" : `${labels},`}process="${process}"} ${value}`
}

/** @param pages what each process says, in Prometheus' text format, by its number. */
export const mergeMetrics = (pages: ReadonlyMap<number, string>): string => {
  /** The lines of each metric stand together. */
  const metrics = new Map<string, { readonly comments: Set<string>; readonly series: Array<string> }>()
  for (const [process, page] of pages) {
    let current = { comments: new Set<string>(), series: new Array<string>() }
    for (const line of page.split("\n")) {
      const name = comment.exec(line)?.[1]
      if (name !== undefined) {
        current = metrics.get(name) ?? { comments: new Set(), series: [] }
        metrics.set(name, current)
        current.comments.add(line)
      } else if (line !== "") current.series.push(labelled(line, process))
    }
  }
  return [...metrics.values()].flatMap(({ comments, series }) => [...comments, ...series, ""]).join("\n")
}
