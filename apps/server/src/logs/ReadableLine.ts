/** An answered request for a person at a terminal: when, how it ended, what it was, how long it took, and who asked. */
import { styleText } from "node:util"
import type { AccessLine } from "@formwork/http/request/AccessLog"

const colour = (status: number) => {
  if (status >= 500) return "red"
  return status >= 400 ? "yellow" : "green"
}

/** No colours where NO_COLOR is set, or where the stream has none. */
const style = (format: Parameters<typeof styleText>[0], text: string): string =>
  styleText(format, text, { stream: process.stderr })

/** 0.42 ms, 7.1 ms, 1,250 ms. */
const duration = (millis: number): string => `${millis.toLocaleString("en", { maximumSignificantDigits: 2 })} ms`

export const access = ({ address = "-", credential, method = "-", millis, route, status }: AccessLine): string => {
  const [time = ""] = /\d\d:\d\d:\d\d/u.exec(new Date().toString()) ?? []
  const who = [address, ...(credential === undefined ? [] : [credential])].join(" ")
  const what = `${method.padEnd(6)} ${route}`
  return `${style("gray", time)} ${style(colour(status), String(status))} ${what} ${duration(millis)} ${style("gray", who)}`
}
