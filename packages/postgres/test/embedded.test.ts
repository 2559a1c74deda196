/** Every law of every port, on the embedded database. */
import { contract } from "@formwork/contract/contract"
import { actual } from "@formwork/contract/Subject"
import * as Embedded from "../src/embedded/Embedded.ts"
import { ports } from "./Subject.ts"

contract(
  "embedded",
  actual((quota) => ports(Embedded.layerMemory, quota))
)
