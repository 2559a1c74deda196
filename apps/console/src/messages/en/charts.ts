export const charts = {
  table: "Show as a table",
  day: "Day",
  total: "Total",
  logarithmic: "The axis is by powers of ten.",
  amount: ({ amount }: { readonly amount: number }) => new Intl.NumberFormat("en").format(amount),
  /** What a screen reader says of one bar. */
  bar: ({
    label,
    parts
  }: {
    readonly label: string
    readonly parts: ReadonlyArray<{ readonly label: string; readonly amount: number }>
  }) => `${label}: ${parts.map((part) => `${part.label} ${part.amount}`).join(", ")}`
}
