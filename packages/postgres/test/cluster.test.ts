/**
 * Every law of every port on a coordinator and two nodes with Citus (src/testing/CitusServers.ts), as on one server. Skipped, with a line,
 * on a machine without Citus, and outside of CI unless `TEST_CITUS=1`.
 */
import { it } from "@effect/vitest"
import { contract } from "@formwork/contract/contract"
import { actual } from "@formwork/contract/Subject"
import * as CitusServers from "../src/testing/CitusServers.ts"
import { ports } from "./Subject.ts"

const absent = await CitusServers.absent()
const isAsked = process.env["TEST_CITUS"] === "1"

if (absent !== undefined || !isAsked) {
  it.skip(absent ?? "The laws of the ports on a cluster run with TEST_CITUS=1: they take minutes.", () => {})
} else {
  contract(
    "cluster",
    actual((quota) => ports(CitusServers.layer, quota))
  )
}
