/** The classes of a stylesheet. test/tokens.test.ts checks that each class which a component uses is in its stylesheet. */
declare module "*.module.css" {
  const styles: { readonly [name: string]: string }
  export default styles
}
