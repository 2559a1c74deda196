export const charts = {
  table: "Show as a table",
  day: "Day",
  total: "Total",
  scales: {
    linear: "Each column is as wide as its range and as large as its number.",
    logarithmic: "Each column is as wide as its range, on an axis by powers of ten, and as large as its number."
  },
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
