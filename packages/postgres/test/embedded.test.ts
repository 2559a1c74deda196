/** Every law of every port, on the embedded database. */
import { contract } from "@formwork/memory/contract/contract"
import { actual } from "@formwork/memory/contract/Subject"
import * as Embedded from "../src/Embedded.ts"
import { ports } from "./Subject.ts"

contract(
  "embedded",
  actual((quota) => ports(Embedded.layerMemory, quota))
)
