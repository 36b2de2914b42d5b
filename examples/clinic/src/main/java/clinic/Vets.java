package clinic;

import org.springframework.data.jpa.repository.JpaRepository;

interface Vets extends JpaRepository<Vet, Long> {}
