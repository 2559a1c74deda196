/** Where a bar of a chart leads. */
import type { LinkProps } from "@tanstack/react-router"

export type ChartLink = Pick<LinkProps, "to" | "params" | "search">
