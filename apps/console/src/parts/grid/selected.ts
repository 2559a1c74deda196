/** Which rows of a grid are selected. */

export type Selected = ReadonlySet<string>

export const toggled = (selected: Selected, id: string): Selected => {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

/** All rows of a list, or none of them where all are selected. What is selected elsewhere stays. */
export const allToggled = (selected: Selected, ids: ReadonlyArray<string>): Selected => {
  const these = new Set(ids)
  return ids.every((id) => selected.has(id))
    ? new Set([...selected].filter((id) => !these.has(id)))
    : new Set([...selected, ...ids])
}

/**
 * The rows from the one that was selected before to this one, both included. Without the one before, this one alone.
 * @param ids in the order of the list.
 */
export const withRange = (
  selected: Selected,
  ids: ReadonlyArray<string>,
  before: string | undefined,
  id: string
): Selected => {
  const [from, to] = [before === undefined ? -1 : ids.indexOf(before), ids.indexOf(id)]
  if (from < 0 || to < 0) return new Set([...selected, id])
  return new Set([...selected, ...ids.slice(Math.min(from, to), Math.max(from, to) + 1)])
}
