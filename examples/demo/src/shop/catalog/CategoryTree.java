package shop.catalog;

import java.util.ArrayList;
import java.util.List;
import shop.json.Json;

/** Categories inside categories. Counting and drawing them recurses as deep as the tree is. */
public final class CategoryTree {
  private final String name;
  private final int products;
  private final List<CategoryTree> children = new ArrayList<>();

  private CategoryTree(String name, int products) {
    this.name = name;
    this.products = products;
  }

  /** A long spine, two leaves on each of its joints. */
  public static CategoryTree ofDepth(int depth) {
    CategoryTree tree = new CategoryTree("category " + depth, depth % 5);
    if (depth > 0) {
      tree.children.add(new CategoryTree("new", depth % 3));
      tree.children.add(ofDepth(depth - 1));
      tree.children.add(new CategoryTree("sale", depth % 7));
    }
    return tree;
  }

  public String render() {
    StringBuilder out = new StringBuilder();
    draw(out, 0);
    return Json.render(java.util.Map.of("products", countProducts(), "drawing", out));
  }

  private int countProducts() {
    int sum = products;
    for (CategoryTree child : children) sum += child.countProducts();
    return sum;
  }

  /** Counts again below every joint: a tree of depth d costs d * d, on purpose no worse than that. */
  private void draw(StringBuilder out, int indent) {
    out.append(" ".repeat(indent)).append(name).append(" (").append(countProducts()).append(")\n");
    for (CategoryTree child : children) child.draw(out, indent + 1);
  }
}
