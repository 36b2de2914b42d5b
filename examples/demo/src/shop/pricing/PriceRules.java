package shop.pricing;

import shop.catalog.Product;

/**
 * The release that was slow. It asks of every rule whether a later one overrides it, so a price costs the square of the
 * number of rules: fine with the twelve rules of the tests, not with the thousand of the sale.
 */
public final class PriceRules implements Pricing {
  private final PriceRule[] rules;

  private PriceRules(PriceRule[] rules) {
    this.rules = rules;
  }

  public static PriceRules ofSize(int rules) {
    return new PriceRules(PriceRule.ofSize(rules));
  }

  @Override
  public int discountFor(Product product) {
    return findWinningRule(Sale.of(product));
  }

  /** Spelled out where it is used instead of calling {@code appliesTo}: "the JIT will like that". It is not the cost. */
  private int findWinningRule(Sale sale) {
    int percent = 0;
    for (int i = 0; i < rules.length; i++) {
      PriceRule rule = rules[i];
      boolean applies =
          rule.isActive()
              && rule.country().equals(sale.country())
              && (rule.channels() & sale.channel()) != 0
              && (rule.weekdays() & sale.weekday()) != 0
              && rule.fromHour() <= sale.hour()
              && sale.hour() < rule.toHour()
              && rule.fromCents() <= sale.cents()
              && sale.cents() < rule.toCents()
              && rule.category().equals(sale.category());
      boolean isOverridden = false;
      for (int j = i + 1; j < rules.length; j++) {
        PriceRule later = rules[j];
        boolean overrides =
            later.isActive()
                && (later.channels() & sale.channel()) != 0
                && (later.weekdays() & sale.weekday()) != 0
                && later.fromHour() <= sale.hour()
                && sale.hour() < later.toHour()
                && later.fromCents() <= sale.cents()
                && sale.cents() < later.toCents()
                && later.category().equals(sale.category())
                && later.country().equals(sale.country());
        // Whoever wrote this forgot both to stop here and to ask first whether the rule applies at all.
        if (overrides) isOverridden = true;
      }
      if (applies && !isOverridden) percent = Math.max(0, Math.min(60, rule.percent()));
    }
    return percent;
  }

  @Override
  public String name() {
    return "scan";
  }
}
