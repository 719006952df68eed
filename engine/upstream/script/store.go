package script

import (
	"errors"
	"slices"
	"sync"
)

const (
	// maxScripts limits the memory for scripts; the oldest go first.
	maxScripts = 20_000
	// countsKept is how many nonces have a count; up to twice as many are remembered.
	countsKept = 100_000
)

// Script is what is answered to the requests that carry a nonce.
type Script struct {
	ID        int64   `json:"id"`
	Nonce     string  `json:"nonce"`
	Operation string  `json:"operation"`
	Steps     []*Step `json:"steps"`

	used int
}

// Check returns what is wrong with the steps.
func (s *Script) Check() error {
	if slices.Contains(s.Steps, nil) {
		return errors.New("a step must be an object")
	}
	return nil
}

// apart lists the operations that only a script that names them is for: they come in any number, and a gateway may
// look a prompt up before it sends it.
var apart = []string{"video-read", "video-cancel", "video-content", "models", "embeddings", "other"}

func (s *Script) isFor(operation string) bool {
	if s.Operation == "" {
		return !slices.Contains(apart, operation)
	}
	return s.Operation == operation
}

// Store holds the scripts, and counts the requests of each nonce.
type Store struct {
	mu      sync.Mutex
	scripts map[string][]*Script
	order   []*Script
	counts  map[count]int
	earlier map[count]int
}

type count struct{ nonce, operation string }

// NewStore returns a store without scripts.
func NewStore() *Store {
	return &Store{scripts: map[string][]*Script{}, counts: map[count]int{}}
}

// Set replaces the script of a nonce and an operation.
func (s *Store) Set(script *Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(script.Nonce, script.Operation)
	if len(script.Steps) == 0 {
		return
	}
	if len(s.order) >= maxScripts {
		s.remove(s.order[0].Nonce, s.order[0].Operation)
	}
	s.order = append(s.order, script)
	s.scripts[script.Nonce] = append(s.scripts[script.Nonce], script)
}

func (s *Store) remove(nonce, operation string) {
	isIt := func(other *Script) bool { return other.Nonce == nonce && other.Operation == operation }
	if !slices.ContainsFunc(s.scripts[nonce], isIt) {
		return
	}
	s.order = slices.DeleteFunc(s.order, isIt)
	if s.scripts[nonce] = slices.DeleteFunc(s.scripts[nonce], isIt); len(s.scripts[nonce]) == 0 {
		delete(s.scripts, nonce)
	}
}

// Turn is what the scripts say about one request.
type Turn struct {
	Step *Step
	// Nonce is the one that counts; "" for a request without one.
	Nonce string
	// Attempt is how many requests of the operation had this nonce, this one included.
	Attempt int
}

// Next returns the turn of a request.
func (s *Store) Next(operation string, nonces []string) Turn {
	turn := Turn{Step: defaultStep, Attempt: 1}
	if len(nonces) == 0 {
		return turn
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	turn.Nonce = nonces[0]
	if script := s.find(operation, nonces); script != nil {
		turn.Nonce = script.Nonce
		turn.Step = script.Steps[min(script.used, len(script.Steps)-1)]
		script.used++
	}
	turn.Attempt = s.increment(count{turn.Nonce, operation})
	return turn
}

func (s *Store) find(operation string, nonces []string) *Script {
	if len(s.scripts) == 0 {
		return nil
	}
	for _, nonce := range nonces {
		for _, script := range s.scripts[nonce] {
			if script.isFor(operation) {
				return script
			}
		}
	}
	return nil
}

func (s *Store) increment(key count) int {
	if len(s.counts) >= countsKept {
		s.earlier, s.counts = s.counts, map[count]int{}
	}
	counted, found := s.counts[key]
	if !found {
		counted = s.earlier[key]
	}
	s.counts[key] = counted + 1
	return counted + 1
}
