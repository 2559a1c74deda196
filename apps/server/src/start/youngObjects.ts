/**
 * Objects of a request are made where they are soon forgotten. V8 otherwise learns from the first seconds, when its nursery is small and
 * much outlives it, to make some of them among the old ones: they, and what they name, are then kept until the whole heap is collected. An
 * evaluate takes five times as much of the old heap so, and some 5 % more CPU (docs/decisions/0301). Imported before anything is compiled.
 */
import { setFlagsFromString } from "node:v8"

setFlagsFromString("--no-allocation-site-pretenuring")
