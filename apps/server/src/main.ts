#!/usr/bin/env node
/** The `formwork` command: wiring and nothing else. */
import "./start/supportedNode.ts"
import "./start/youngObjects.ts"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { exitCode, program } from "./program.ts"

program(process.argv.slice(2)).pipe(
  NodeRuntime.runMain({ disableErrorReporting: true, teardown: (exit, onExit) => onExit(exitCode(exit)) })
)
