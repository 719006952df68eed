package tap

import (
	"crypto/rand"
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
	// index counts from 0.
	index, count int
}

// newSegment adds the segments that the options omit, as k6 itself does.
func newSegment(options lib.Options) (segment, error) {
	tuple, err := lib.NewExecutionTuple(options.ExecutionSegment, options.ExecutionSegmentSequence)
	if err != nil {
		return segment{}, err
	}
	return segment{tuple.SegmentIndex, len(tuple.Sequence.ExecutionSegmentSequence)}, nil
}

// appendHello adds the header of the first frame. about is JSON or empty.
func appendHello(b []byte, runID string, part segment, about string) []byte {
	if runID == "" {
		runID = rand.Text()
	}
	b = appendInt(append(b, '{'), "version", tapVersion)
	b = appendText(b, "engine", engineVersion)
	b = appendText(b, "k6", k6Version())
	b = appendText(b, "runId", runID)
	b = appendInt(b, "originUnixNs", clock.OriginUnixNs())
	b = appendInt(b, "pid", int64(os.Getpid()))
	b = appendInt(append(b, `,"segment":{`...), "index", int64(part.index))
	b = append(appendInt(b, "of", int64(part.count)), '}')
	if about != "" {
		b = append(append(b, `,"about":`...), about...)
	}
	return append(b, '}')
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
