/** For the tests of the console, which start this server. */
export { freePort } from "@formwork/postgres/testing/freePort"
