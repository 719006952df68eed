package gateway

import (
	"slices"
	"testing"

	"assay/engine/tap"
)

// The same cases as in test/measure/load-measure.test.ts.
func TestGroupCountsFindsRepetitions(t *testing.T) {
	type sent struct {
		attempt, sendNs, endNs int64
		outcome                string
		status                 int
		reportsError           bool
	}
	for name, c := range map[string]struct {
		sent []sent
		want []string
	}{
		"a request after the answer is a replay": {
			[]sent{{1, 0, 300, answered, 200, false}, {2, 400, 404, answered, 200, false}}, []string{"", replay}},
		"a request beside the original waits for it": {
			[]sent{{2, 10, 298, answered, 200, false}, {1, 1, 300, answered, 200, false}, {3, 20, 305, answered, 200, false}},
			[]string{waited, "", waited}},
		"a retry after a refusal is executed": {
			[]sent{{1, 0, 20, answered, 503, false}, {2, 100, 400, answered, 200, false}}, []string{"", ""}},
		"a retry after an error in a 2xx answer is executed": {
			[]sent{{attempt: 1, endNs: 20, outcome: answered, status: 200, reportsError: true},
				{attempt: 2, sendNs: 100, endNs: 400, outcome: answered, status: 200}}, []string{"", ""}},
		"a retry after a disconnect may have waited": {
			[]sent{{1, 0, 20, aborted, 0, false}, {2, 30, 300, answered, 200, false}}, []string{"", waited}},
		"a retry of a request that could not connect is executed": {
			[]sent{{1, 0, 20, refused, 0, false}, {2, 100, 400, answered, 200, false}}, []string{"", ""}},
	} {
		var counts groupCounts
		group := tap.Group{Kind: "key", ID: name}
		var got []string
		for _, s := range c.sent {
			got = append(got, counts.add(&tap.Exchange{
				Request: &tap.Request{Group: &group, Attempt: s.attempt},
				SendNs:  s.sendNs, EndNs: s.endNs, Outcome: s.outcome, Status: s.status, ReportsError: s.reportsError,
			}))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
		if count := counts.take(group); count != int64(len(c.sent)) {
			t.Errorf("%s: got %d exchanges, want %d", name, count, len(c.sent))
		}
	}
}
