package shop.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import shop.Threads;
import shop.json.Json;

/** Customers: a few threads that search, look around and buy, with a pause after each request. */
public final class Load {
  private static final String[] WORDS = {"lamp", "oak chair", "steel", "glass table", "clock", "LAMP-000", "felt vase"};
  private static final String[] KINDS = {"LAMP", "CHAIR", "TABLE", "SHELF", "CLOCK", "MIRROR", "CARPET", "VASE"};
  private static final int PAUSE_MS = 12;

  private final String shop;
  private final Random random;

  private Load(String shop, int seed) {
    this.shop = shop;
    this.random = new Random(seed);
  }

  /** Addresses of the shops to visit, {@code http://shop:8080}; two customers each. */
  public static void main(String[] shops) throws InterruptedException {
    for (String shop : shops) start(shop, 2);
    Thread.currentThread().join();
  }

  public static void start(String shop, int customers) {
    var factory = Threads.numbered("customer");
    for (int i = 0; i < customers; i++) factory.newThread(new Load(shop, i)::visitForever).start();
  }

  @SuppressWarnings("BusyWait") // a customer's pause between two clicks, not a wait for something
  private void visitForever() {
    while (true) {
      try {
        visit();
        Thread.sleep(PAUSE_MS);
      } catch (InterruptedException e) {
        return;
      } catch (IOException e) {
        if (!pauseUntilShopIsBack()) return;
      }
    }
  }

  private static boolean pauseUntilShopIsBack() {
    try {
      Thread.sleep(500);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void visit() throws IOException {
    int dice = random.nextInt(10);
    if (dice < 6) send("/checkout", order());
    else if (dice < 8) send("/search?limit=30&q=" + WORDS[random.nextInt(WORDS.length)].replace(' ', '+'), null);
    else if (dice < 9) send("/categories?depth=" + (30 + random.nextInt(30)), null);
    else send("/stock?sort=level", null);
  }

  private String order() {
    List<Map<String, Object>> lines = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      int number = random.nextInt(2_000);
      lines.add(Map.of("sku", String.format("%s-%05d", KINDS[number % KINDS.length], number)));
    }
    return Json.render(Map.of("mail", "ada.lovelace+shop@example.com", "postcode", "10115", "lines", lines));
  }

  private void send(String path, String body) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) new URL(shop + path).openConnection();
    connection.setConnectTimeout(2_000);
    connection.setReadTimeout(20_000);
    if (body != null) {
      connection.setDoOutput(true);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body.getBytes(StandardCharsets.UTF_8));
      }
    }
    try (InputStream in = connection.getInputStream()) {
      in.readAllBytes();
    }
  }
}
