package tap

import (
	"encoding/json"
	"fmt"
	"sync"

	"assay/engine/access"
	"assay/engine/arrivals"
	"assay/engine/framing"
)

// maxCommandBytes limits a frame from the judging process.
const maxCommandBytes = 1 << 20

// readAccess waits for the first frame, which has the keys.
func readAccess(peer *framing.Peer) (access.Access, error) {
	var sent struct {
		access.Keys
		Access access.Access
	}
	sent.Access = access.Default()
	err := peer.ReadKeys(frameKeys, &sent)
	sent.Access.Keys = sent.Keys
	return sent.Access, err
}

// listen handles frames until the socket ends, and returns the reason.
func listen(peer *framing.Peer, violations *violations) error {
	defer close(peer.Closed)
	for {
		kind, header, err := peer.Read()
		if err != nil {
			return err
		}
		switch kind {
		case frameStop:
			arrivals.ProcessStats.Stop()
		case frameViolations:
			var counted struct {
				Rule, Operation string
				Count           int64
			}
			if err := json.Unmarshal(header, &counted); err != nil {
				return fmt.Errorf("a violations frame is not valid JSON: %w", err)
			}
			violations.add(Violation{counted.Rule, counted.Operation}, counted.Count)
		default:
			return fmt.Errorf("a frame has an unknown type: %d", kind)
		}
	}
}

// violations counts the violations that the judging process reported and no virtual user has emitted
// yet: k6 accepts samples from virtual users only.
type violations struct {
	mu      sync.Mutex
	pending map[Violation]int64
}

// Violation is a rule that was violated by the answers of an operation.
type Violation struct {
	Rule, Operation string
}

func (v *violations) add(which Violation, count int64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.pending == nil {
		v.pending = map[Violation]int64{}
	}
	v.pending[which] += count
}

// take returns the pending counts and resets them; nil when there are none.
func (v *violations) take() map[Violation]int64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	pending := v.pending
	v.pending = nil
	return pending
}
