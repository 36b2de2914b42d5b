/**
 * The drawn tree: the stacks of a profile merged into one, nodes in depth-first order, in columns. The subtree of
 * node i is the slice [i, end[i]), so "is a under b" is two comparisons, and a parent stands before its children.
 *
 *     folded `main;a 2`, `main;a;c 1` and `main;b 1` become
 *     node     0    1    2    3    4
 *              all  main a    c    b     (frame -1, main, a, c, b: indices into profile.frames)
 *     parent  -1    0    1    2    1
 *     end      5    5    4    4    5
 *     self     0    0    2    1    1
 *     total    4    4    3    1    1
 *
 * Node 0 is the root: `total[0]` is the weight of all samples in the tree. Where a node may be missing, -1 is
 * none. `for (let child = node + 1; child < end[node]; child = end[child])` visits the children of a node, in order.
 *
 * Siblings stand in code-point order of their names, then by kind, or the heaviest first. A place where no weight was
 * seen has no node.
 */
export interface CallTree {
  readonly length: number
  /** Row of profile.frames, -1 at node 0, the root. */
  readonly frame: Int32Array
  readonly parent: Int32Array
  /** First node after the subtree. */
  readonly end: Int32Array
  /** 0 for node 0. It is the row in a drawing. */
  readonly depth: Int32Array
  /** Weight that ends here. */
  readonly self: Weights
  /** Weight that passes through here, self included. */
  readonly total: Weights
  readonly maxDepth: number
}

/**
 * A column of weights or of their sums. Whole numbers where every weight is one and their sum has room in 32 bits,
 * which is half the memory; else Float64, exact up to 2^53.
 */
export type Weights = Float64Array | Uint32Array

/** A tree with the left edge of each node, in units of weight; see layoutStarts. */
export interface FlameLayout {
  readonly tree: CallTree
  readonly starts: Weights
  /** How wide each node is, where that is not its weight: in a flame chart, in ms. */
  readonly widths?: Float64Array | null
}
