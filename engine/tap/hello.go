package tap

import (
	"crypto/rand"
	"os"
	"runtime/debug"

	"go.k6.io/k6/v2/lib"

	"assay/engine/clock"
	"assay/engine/framing"
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
	b = framing.AppendInt(append(b, '{'), "version", tapVersion)
	b = framing.AppendText(b, "engine", engineVersion)
	b = framing.AppendText(b, "k6", k6Version())
	b = framing.AppendText(b, "runId", runID)
	b = framing.AppendInt(b, "originUnixNs", clock.OriginUnixNs())
	if originNs := clock.OriginMonotonicNs(); originNs != 0 {
		b = framing.AppendInt(b, "originMonotonicNs", originNs)
	}
	b = framing.AppendInt(b, "pid", int64(os.Getpid()))
	b = framing.AppendInt(append(b, `,"segment":{`...), "index", int64(part.index))
	b = append(framing.AppendInt(b, "of", int64(part.count)), '}')
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
