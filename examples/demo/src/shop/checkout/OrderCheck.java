package shop.checkout;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Refuses an order that is not well formed; each rule is a predicate with the sentence that explains it. */
final class OrderCheck {
  private static final Pattern MAIL = Pattern.compile("[\\w.+-]{1,64}@([a-z0-9-]+\\.)+[a-z]{2,12}");
  private static final Pattern SKU = Pattern.compile("[A-Z]{3,8}-\\d{5}");
  private static final Pattern POSTCODE = Pattern.compile("(\\d{5}|[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2})");

  private record Rule(String sentence, Predicate<Map<?, ?>> holds) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule("The mail address is not one.", order -> matches(MAIL, order.get("mail"))),
          new Rule("The postcode is not one.", order -> matches(POSTCODE, order.get("postcode"))),
          new Rule("The cart is empty.", order -> order.get("lines") instanceof List<?> lines && !lines.isEmpty()),
          new Rule("A line names no product.", order -> everyLineHasSku((List<?>) order.get("lines"))));

  /** The sentence of the first rule that does not hold, or null. */
  static String firstFault(Map<?, ?> order) {
    return RULES.stream().filter(rule -> !rule.holds().test(order)).map(Rule::sentence).findFirst().orElse(null);
  }

  private static boolean everyLineHasSku(List<?> lines) {
    return lines.stream().allMatch(line -> line instanceof Map<?, ?> map && matches(SKU, map.get("sku")));
  }

  private static boolean matches(Pattern pattern, Object value) {
    return value instanceof String text && pattern.matcher(text).matches();
  }

  private OrderCheck() {}
}
