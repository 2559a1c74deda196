/** Runs batches one after another, for `millis`. */
import { workerData } from "node:worker_threads"
import * as Client from "./client.ts"

const {
  line,
  lines,
  millis,
  target
}: { readonly line: string; readonly lines: number; readonly millis: number; readonly target: Client.Target } =
  workerData
const end = performance.now() + millis
while (performance.now() < end) await Client.batch(target, line, lines)
