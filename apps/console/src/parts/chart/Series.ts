/** One kind of amount in a chart. Each series has a pattern beside its colour, so that a chart can be read without colours. */

export interface Series<Id extends string> {
  readonly id: Id
  readonly label: string
  /** Its colour and pattern, as a place among them; its place among the series where it is left out. */
  readonly look?: number
}

/** A label with an amount of each series. */
export interface Amounts<Id extends string> {
  readonly id: string
  readonly label: string
  readonly amountOf: (series: Id) => number
}

export const totalOf = <Id extends string>(series: ReadonlyArray<Series<Id>>, one: Amounts<Id>): number =>
  series.reduce((sum, { id }) => sum + one.amountOf(id), 0)

/** The least of 1, 2, 5, 10, 20 … that is not below the greatest amount: the height of a chart. */
export const scaleOf = (greatest: number): number => {
  for (let power = 1; ; power *= 10) {
    const scale = [1, 2, 5].map((step) => step * power).find((step) => step >= greatest)
    if (scale !== undefined) return scale
  }
}
