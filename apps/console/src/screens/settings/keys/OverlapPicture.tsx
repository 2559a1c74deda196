/** Two bars over time: how long the old key goes on beside the new one. */
import { useMessages } from "../../../messages/useMessages.ts"
import styles from "./keys.module.css"

export const overlaps = ["0", "3600", "86400", "604800"] as const
export type Overlap = (typeof overlaps)[number]

const width = 640
const now = 180

/** The bars show the order in time and are not to scale: an hour would be invisible beside a week. */
const ends = { "0": now, "3600": 290, "86400": 410, "604800": 560 } satisfies { readonly [O in Overlap]: number }

export const OverlapPicture = ({ overlap }: { readonly overlap: Overlap }) => {
  const { keys } = useMessages()
  const words = keys.rotate
  return (
    <div className={styles.overlap}>
      <svg
        className={styles.timeline}
        viewBox={`0 0 ${width} 132`}
        role="img"
        aria-label={words.picture({ overlap: words.overlaps[overlap] })}
      >
        <text x="0" y="22">
          {words.old}
        </text>
        <rect className={styles.old} y="30" width={ends[overlap]} height="14" rx="3" />
        <text x={now + 6} y="74">
          {words.new}
        </text>
        <rect className={styles.new} x={now} y="82" width={width - now} height="14" rx="3" />
        <path className={styles.now} d={`M${now} 24V104`} />
        <text x={now} y="126" textAnchor="middle">
          {words.now}
        </text>
        {overlap !== "0" && (
          <>
            <path className={styles.now} d={`M${ends[overlap]} 24V104`} />
            <text x={ends[overlap]} y="126" textAnchor="middle">
              {words.overlaps[overlap]}
            </text>
          </>
        )}
      </svg>
    </div>
  )
}
