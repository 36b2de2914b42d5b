package clinic;

import static org.springframework.format.annotation.DateTimeFormat.ISO.DATE;
import static org.springframework.http.HttpStatus.BAD_REQUEST;
import static org.springframework.http.HttpStatus.NOT_FOUND;

import java.time.LocalDate;
import java.util.Optional;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

@Controller
class Pages {
  private static final int OWNERS_PER_PAGE = 20;
  private static final Sort BY_NAME = Sort.by("lastName", "firstName", "id");

  private final Owners owners;
  private final Pets pets;
  private final Vets vets;
  private final Visits visits;

  Pages(Owners owners, Pets pets, Vets vets, Visits visits) {
    this.owners = owners;
    this.pets = pets;
    this.vets = vets;
    this.visits = visits;
  }

  @GetMapping("/")
  String home() {
    return "redirect:/owners";
  }

  @GetMapping("/owners")
  String owners(
      @RequestParam(defaultValue = "") String lastName, @RequestParam(defaultValue = "0") int page, Model model) {
    var request = PageRequest.of(page, OWNERS_PER_PAGE, BY_NAME);
    model.addAttribute("lastName", lastName);
    model.addAttribute("owners", owners.findByLastNameStartingWith(lastName, request));
    return "owners";
  }

  @GetMapping("/owners/{id}")
  String owner(@PathVariable long id, Model model) {
    model.addAttribute("owner", found(owners.findById(id)));
    return "owner";
  }

  @GetMapping("/vets")
  String vets(Model model) {
    model.addAttribute("vets", vets.findAll(BY_NAME));
    return "vets";
  }

  @GetMapping("/pets/{id}/visits/new")
  String visitForm(@PathVariable long id, Model model) {
    model.addAttribute("pet", found(pets.findById(id)));
    model.addAttribute("today", LocalDate.now());
    model.addAttribute("vets", vets.findAll(BY_NAME));
    return "visit-form";
  }

  @PostMapping("/pets/{id}/visits")
  String addVisit(
      @PathVariable long id,
      @RequestParam @DateTimeFormat(iso = DATE) LocalDate seenOn,
      @RequestParam long vet,
      @RequestParam String description) {
    if (description.isBlank()) throw new ResponseStatusException(BAD_REQUEST, "a visit needs a description");
    var pet = found(pets.findById(id));
    visits.save(new Visit(pet, found(vets.findById(vet)), seenOn, description));
    return "redirect:/owners/" + pet.getOwner().getId();
  }

  private static <T> T found(Optional<T> one) {
    return one.orElseThrow(() -> new ResponseStatusException(NOT_FOUND));
  }
}
