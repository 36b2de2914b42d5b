package shop.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.function.Function;
import shop.Threads;

/** HTTP in front of functions from a query to JSON. */
public final class Server {
  private final HttpServer http;

  public Server(int port) throws IOException {
    System.setProperty("sun.net.httpserver.nodelay", "true"); // else every answer waits 40 ms for a delayed ACK
    http = HttpServer.create(new InetSocketAddress(port), 64);
    http.setExecutor(Executors.newFixedThreadPool(4, Threads.numbered("http-worker")));
  }

  public void route(String path, Function<Query, String> answer) {
    http.createContext(path, exchange -> serve(exchange, answer));
  }

  public void start() {
    http.start();
  }

  private static void serve(HttpExchange exchange, Function<Query, String> answer) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      int status = 200;
      String json;
      try {
        json = answer.apply(new Query(exchange.getRequestURI().getRawQuery(), body));
      } catch (IllegalArgumentException e) {
        status = 400;
        json = "{\"refused\":\"The request is not valid.\"}";
      }
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("content-type", "application/json");
      exchange.sendResponseHeaders(status, bytes.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(bytes);
      }
    }
  }
}
