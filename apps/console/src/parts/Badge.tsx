/** A short state. Its sign says the same as its colour. */
import type { ReactNode } from "react"
import { classes } from "./classes.ts"
import styles from "./Badge.module.css"

export type Tone = "neutral" | "ok" | "info" | "warning" | "error"

const signs: { readonly [K in Tone]: string } = { neutral: "", ok: "✓", info: "●", warning: "!", error: "✕" }

export const Badge = ({ children, tone = "neutral" }: { readonly children: ReactNode; readonly tone?: Tone }) => (
  <span className={classes(styles.badge, styles[tone])}>
    {signs[tone] !== "" && <span aria-hidden="true">{signs[tone]}</span>}
    {children}
  </span>
)
