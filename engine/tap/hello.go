package tap

import (
	"crypto/rand"
	"encoding/json"
	"os"
	"runtime/debug"

	"go.k6.io/k6/v2/lib"

	"assay/engine/clock"
)

const (
	tapVersion    = 2
	engineVersion = "0.1.0"
)

// segment is the part of the schedule that belongs to this engine, as k6 divides it.
type segment struct {
	// Index counts from 0.
	Index int `json:"index"`
	Of    int `json:"of"`
}

// newSegment adds the segments that the options omit, as k6 itself does.
func newSegment(options lib.Options) (segment, error) {
	tuple, err := lib.NewExecutionTuple(options.ExecutionSegment, options.ExecutionSegmentSequence)
	if err != nil {
		return segment{}, err
	}
	return segment{tuple.SegmentIndex, len(tuple.Sequence.ExecutionSegmentSequence)}, nil
}

// hello is the header of the first frame.
type hello struct {
	Version           int             `json:"version"`
	Engine            string          `json:"engine"`
	K6                string          `json:"k6"`
	RunID             string          `json:"runId"`
	OriginUnixNs      int64           `json:"originUnixNs"`
	OriginMonotonicNs int64           `json:"originMonotonicNs,omitempty"`
	Pid               int             `json:"pid"`
	Segment           segment         `json:"segment"`
	About             json.RawMessage `json:"about,omitempty"`
}

// newHello describes this process; about is JSON or empty.
func newHello(runID string, part segment, about string) hello {
	if runID == "" {
		runID = rand.Text()
	}
	return hello{
		tapVersion, engineVersion, k6Version(), runID, clock.OriginUnixNs(), clock.OriginMonotonicNs(), os.Getpid(), part,
		json.RawMessage(about),
	}
}

func k6Version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == "go.k6.io/k6/v2" {
				return module.Version
			}
		}
	}
	return "unknown"
}
