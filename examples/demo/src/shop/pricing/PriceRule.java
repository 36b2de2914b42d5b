package shop.pricing;

/**
 * A discount on what is sold in a category, between two list prices, in a country, over a channel, at some hours of some
 * days. A later rule overrides an earlier one where both apply.
 */
record PriceRule(
    boolean isActive,
    String category,
    String country,
    int channels,
    int weekdays,
    int fromHour,
    int toHour,
    long fromCents,
    long toCents,
    int percent) {
  private static final String[] CATEGORIES = {"lamp", "chair", "table", "shelf", "clock", "mirror", "carpet", "vase"};

  static PriceRule[] ofSize(int size) {
    PriceRule[] rules = new PriceRule[size];
    for (int i = 0; i < size; i++) {
      long from = (i * 7_907L) % 80_000;
      String category = CATEGORIES[i % CATEGORIES.length];
      rules[i] = new PriceRule(true, category, "DE", 0b111, 0b1111111, 0, 24, from, from + 9_000, i % 61);
    }
    return rules;
  }

  boolean appliesTo(Sale sale) {
    return isActive
        && country.equals(sale.country())
        && (channels & sale.channel()) != 0
        && (weekdays & sale.weekday()) != 0
        && fromHour <= sale.hour()
        && sale.hour() < toHour
        && fromCents <= sale.cents()
        && sale.cents() < toCents
        && category.equals(sale.category());
  }
}
