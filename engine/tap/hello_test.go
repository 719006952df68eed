package tap

import (
	"encoding/json"
	"testing"

	"go.k6.io/k6/v2/lib"
)

func TestHello(t *testing.T) {
	for _, test := range []struct {
		name, segment, sequence string
		index, of               int
	}{
		{"an engine without a segment has the whole schedule", "", "", 0, 1},
		{"the second half, of a sequence", "1/2:1", "0,1/2,1", 1, 2},
		{"a segment without a sequence, which k6 completes", "1/4:1/2", "", 1, 3},
		{"one of segments of different size", "0:1/4", "0,1/4,1", 0, 2},
	} {
		t.Run("hello: "+test.name, func(t *testing.T) {
			var options lib.Options
			if test.segment != "" {
				segment, err := lib.NewExecutionSegmentFromString(test.segment)
				if err != nil {
					t.Fatal(err)
				}
				options.ExecutionSegment = segment
			}
			if test.sequence != "" {
				sequence, err := lib.NewExecutionSegmentSequenceFromString(test.sequence)
				if err != nil {
					t.Fatal(err)
				}
				options.ExecutionSegmentSequence = &sequence
			}
			part, err := newSegment(options)
			if err != nil {
				t.Fatal(err)
			}
			encoded, _ := json.Marshal(newHello("abc", part, `{"of":"x"}`))
			var hello struct {
				RunID   string
				Segment struct{ Index, Of int }
				About   struct{ Of string }
			}
			if err := json.Unmarshal(encoded, &hello); err != nil {
				t.Fatal(err)
			}
			if hello.RunID != "abc" || hello.About.Of != "x" || hello.Segment.Index != test.index || hello.Segment.Of != test.of {
				t.Errorf("got %+v", hello)
			}
		})
	}
}
