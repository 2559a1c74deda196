/** The states of a report as the series of a chart, which has at most six. */
import type { SubmissionReport } from "@formwork/client/contract"

const MOST_SERIES = 6

/** No state has this name: states begin with a letter. */
export const OTHERS = "*"

/**
 * The states that are there, in the order of the workflow. Of more than six the five with most submissions, and `OTHERS` for the rest.
 * @param workflow the states of the live version; a state of an older one comes after them.
 */
export const seriesOf = (
  { states }: Pick<SubmissionReport, "states">,
  workflow: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const order = ["draft", ...workflow]
  const placeOf = (state: string): number => (order.includes(state) ? order.indexOf(state) : order.length)
  const kept =
    states.length <= MOST_SERIES ? states : states.toSorted((a, b) => b.count - a.count).slice(0, MOST_SERIES - 1)
  const names = kept.map(({ state }) => state).toSorted((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
  return names.length < states.length ? [...names, OTHERS] : names
}
