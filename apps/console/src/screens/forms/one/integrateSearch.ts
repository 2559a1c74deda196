/** Which part of what an integration needs is shown. */
const views = ["calls", "schema", "example", "result", "types"] as const

export type IntegrateView = (typeof views)[number]

export const integrateSearch = (search: Readonly<Record<string, unknown>>): { readonly view?: IntegrateView } => {
  const view = views.find((one) => one === search["view"])
  return view === undefined ? {} : { view }
}
