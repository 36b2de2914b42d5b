import { profileFromDiagram } from './text-graph.ts'

/** Three stacks through packages that lie in each other and return. */
export const packages = profileFromDiagram(`
  com.acme.Shop.main       com.acme.Shop.main       com.acme.Shop.main
  org.foo.Web.serve        org.foo.Web.serve        org.foo.Web.serve
  org.foo.deep.Web.call    com.acme.cart.Cart.total org.foo.deep.Web.call
  com.acme.cart.Cart.total .                        read_[n]
  read_[n]                 .                        .
  2                        1                        4
`)
