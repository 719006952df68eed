package arrivals

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.k6.io/k6/v2/lib"

	"assay/engine/arrivals/schedule"
)

func tuples(t *testing.T, sequence string) []*lib.ExecutionTuple {
	t.Helper()
	segments, err := lib.NewExecutionSegmentSequenceFromString(sequence)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]*lib.ExecutionTuple, len(segments))
	for i, segment := range segments {
		if all[i], err = lib.NewExecutionTuple(segment, &segments); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// equalParts is a sequence of segments of one size.
func equalParts(engines int) string {
	borders := []string{"0"}
	for i := 1; i < engines; i++ {
		borders = append(borders, fmt.Sprintf("%d/%d", i, engines))
	}
	return strings.Join(append(borders, "1"), ",")
}

// newTrace is a schedule of the arrivals in a trace, some of them at the same moment.
func newTrace(t *testing.T) *schedule.Trace {
	t.Helper()
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	var lines strings.Builder
	for i := range 700 {
		fmt.Fprintf(&lines, "{\"timestamp\": %d}\n", i/3*10)
	}
	if err := os.WriteFile(path, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	trace, err := schedule.ReadTrace(path, 1, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

func TestSegment(t *testing.T) {
	const duration = 5 * time.Second
	trace := newTrace(t)
	ramp := func() schedule.RateFunction {
		return schedule.NewStagedRate([]schedule.Stage{
			{Seconds: 2, From: 0, To: 300}, {Seconds: 1, From: 300, To: 300},
			{Seconds: 2, From: 300, To: 10},
		})
	}
	for name, newSchedule := range map[string]func() schedule.Schedule{
		"constant":      func() schedule.Schedule { return schedule.NewConstant(schedule.ConstantRate(200)) },
		"poisson":       func() schedule.Schedule { return schedule.NewPoisson(schedule.ConstantRate(200), 7) },
		"stages":        func() schedule.Schedule { return schedule.NewConstant(ramp()) },
		"random stages": func() schedule.Schedule { return schedule.NewPoisson(ramp(), 7) },
		"bursts":        func() schedule.Schedule { return schedule.NewBursts(37, 300*time.Millisecond) },
		"rates": func() schedule.Schedule {
			return schedule.NewPerScenarioRates(map[string]float64{"chat": 150, "images": 7})
		},
		"trace": func() schedule.Schedule { return schedule.NewReplay(trace) },
	} {
		var whole []schedule.Point
		for s := newSchedule(); ; {
			next, ok := s.Next()
			if !ok || next.At >= duration {
				break
			}
			whole = append(whole, next)
		}
		if len(whole) < 500 {
			t.Fatalf("%s has only %d arrivals", name, len(whole))
		}
		for _, sequence := range []string{
			"0,1", equalParts(2), equalParts(3), equalParts(7), equalParts(100), "0,1/10,1/2,1",
		} {
			t.Run("segments: "+name+" over "+sequence[:min(30, len(sequence))]+" has each arrival exactly once", func(t *testing.T) {
				counts := make([]int, len(whole))
				for _, tuple := range tuples(t, sequence) {
					part := newSegment(newSchedule(), duration, tuple)
					for local := uint64(0); ; local++ {
						next, ok := part.take()
						if !ok {
							break
						}
						if next.local != local || next.Point != whole[next.global] {
							t.Fatalf("arrival %d is %+v, want %+v", local, next, whole[next.global])
						}
						counts[next.global]++
					}
				}
				for global, count := range counts {
					if count != 1 {
						t.Fatalf("arrival %d belongs to %d segments", global, count)
					}
				}
			})
		}
	}

	t.Run("segments: a schedule of years needs no more memory than its first arrivals", func(t *testing.T) {
		century := newSegment(schedule.NewPoisson(schedule.ConstantRate(1e6), 1), 100*365*24*time.Hour, tuples(t, "0,1")[0])
		if allocated := testing.AllocsPerRun(1000, func() { century.take() }); allocated != 0 {
			t.Errorf("an arrival needs %v allocations", allocated)
		}
	})
}
