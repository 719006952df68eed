package tap

import (
	"encoding/json"
	"fmt"

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
