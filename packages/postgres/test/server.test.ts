/**
 * Every law of every port, on a real server: TEST_DATABASE_URL if it is set, else one that the test starts itself
 * (src/testing/TestServer.ts).
 */
import { contract } from "@formwork/contract/contract"
import { actual } from "@formwork/contract/Subject"
import * as TestServer from "../src/testing/TestServer.ts"
import { ports } from "./Subject.ts"

contract(
  "server",
  actual((quota) => ports(TestServer.layer, quota))
)
