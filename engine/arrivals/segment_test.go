package arrivals

import (
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

func TestSegment(t *testing.T) {
	const duration = 5 * time.Second
	newSchedule := func() schedule.Schedule { return schedule.NewPoisson(schedule.ConstantRate(200), 7) }
	var whole []time.Duration
	for s := newSchedule(); ; {
		next, _ := s.Next()
		if next.At >= duration {
			break
		}
		whole = append(whole, next.At)
	}

	for _, sequence := range []string{"0,1", "0,1/2,1", "0,1/3,2/3,1", "0,1/10,1/2,1", "0,1/7,2/7,3/7,4/7,1"} {
		t.Run("segments: "+sequence+" have each arrival exactly once", func(t *testing.T) {
			counts := make([]int, len(whole))
			for _, tuple := range tuples(t, sequence) {
				part := newSegment(newSchedule(), duration, tuple)
				for local := uint64(0); ; local++ {
					next, ok := part.take()
					if !ok {
						break
					}
					if next.local != local || next.At != whole[next.global] {
						t.Fatalf("arrival %d is %+v, want it at %v", local, next, whole[next.global])
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

	t.Run("segments: a schedule of years needs no more memory than its first arrivals", func(t *testing.T) {
		century := newSegment(schedule.NewPoisson(schedule.ConstantRate(1e6), 1), 100*365*24*time.Hour, tuples(t, "0,1")[0])
		if allocated := testing.AllocsPerRun(1000, func() { century.take() }); allocated != 0 {
			t.Errorf("an arrival needs %v allocations", allocated)
		}
	})
}
