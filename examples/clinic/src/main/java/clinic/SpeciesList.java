package clinic;

import org.springframework.data.jpa.repository.JpaRepository;

interface SpeciesList extends JpaRepository<Species, Long> {}
