/** How the person looked at a draft last, in this browser: the workspace opens so again. */
const place = "formwork.view"

const views = ["structure", "source", "both"] as const

export type View = (typeof views)[number]

const viewOf = (text: unknown): View | undefined => views.find((view) => view === text)

export const lastView = (): View => viewOf(localStorage.getItem(place)) ?? "structure"

export const rememberView = (view: View): void => localStorage.setItem(place, view)

/** The view of an address; where it names none, the last one. */
export const viewIn = (address: unknown): View => viewOf(address) ?? lastView()
