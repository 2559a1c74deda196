/** The fills of the series: each has a colour, and all but the first have lines over it. */
import styles from "./chart.module.css"

/** How many series can have a colour and a pattern of their own. */
const looks = ["solid", "lines", "dots", "crossed", "rows", "columns"] as const

export const fillOf = (chart: string, place: number): string => `url(#${chart}-${looks[place % looks.length] ?? ""})`

const marks = {
  solid: "",
  lines: "M-1 7 7 -1M3 9 9 3",
  dots: "M2 2h1.5v1.5h-1.5zM6 6h1.5v1.5h-1.5z",
  crossed: "M0 0 8 8M8 0 0 8",
  rows: "M0 2h8M0 6h8",
  columns: "M2 0v8M6 0v8"
}

/** @param chart an id in the page, which the fills of this chart begin with. */
export const Patterns = ({ chart }: { readonly chart: string }) => (
  <defs>
    {looks.map((look) => (
      <pattern key={look} id={`${chart}-${look}`} width="8" height="8" patternUnits="userSpaceOnUse">
        <rect width="8" height="8" className={styles[look]} />
        <path d={marks[look]} className={styles.mark} />
      </pattern>
    ))}
  </defs>
)
