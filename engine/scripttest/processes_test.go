package scripttest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// plan is the JSON of what an iteration knows about itself, sent as the body of a request.
const plan = "JSON.stringify({number: exec.scenario.iterationInTest, ...planned()})"

// openProcess is a script with one scenario whose iterations send what they know about themselves.
func openProcess(options, url string) string {
	return fmt.Sprintf(`import { request, planned } from 'k6/x/gateway';
import exec from 'k6/execution';
export const options = { scenarios: { load: { executor: 'arrivals', %s } } };
export default function () { request({operation: 'chat', url: '%s', body: %s}) }
`, options, url, plan)
}

// scheduledStarts returns when the exchanges were scheduled, relative to the first one.
func scheduledStarts(exchanges []exchange) []time.Duration {
	var all []time.Duration
	for _, x := range exchanges {
		all = append(all, time.Duration(x.IntendedNs))
	}
	slices.Sort(all)
	for n := range all[1:] {
		all[n+1] -= all[0]
	}
	all[0] = 0
	return all
}

func bodies(exchanges []exchange) []string {
	var all []string
	for _, x := range exchanges {
		all = append(all, x.Request.Text)
	}
	slices.Sort(all)
	return all
}

func TestProcesses(t *testing.T) {
	g := newTarget(t)
	begin := func(t *testing.T, options string, args ...string) (finish func() record) {
		t.Helper()
		tap := open(t)
		p := start(t, openProcess(options, g.URL+"/json?ms=20"), []string{"ASSAY_TAP=" + tap.path}, args...)
		return func() record { p.wait(); return tap.finished() }
	}
	run := func(t *testing.T, options string) record { t.Helper(); return begin(t, options)() }
	trace := filepath.Join(t.TempDir(), "trace.jsonl")
	lines := `{"timestamp":100,"input_length":7,"output_length":3,"scenario":"chat"}
{"timestamp":500,"input_length":9}
{"timestamp":500,"scenario":"images"}
{"timestamp":900}
`
	if err := os.WriteFile(trace, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}

	t.Run("stages: the arrivals of a ramp follow its rate", func(t *testing.T) {
		r := run(t, "process: 'constant', stages: [{seconds: 1, from: 0, to: 40}, {seconds: 0.5, from: 40, to: 40}], duration: '1500ms', vus: 20")
		ats := scheduledStarts(r.exchanges)
		// Arrival n of a ramp to 40/s within 1 s starts at sqrt(n / 20).
		if len(ats) != 40 || ats[5] != 500*time.Millisecond || ats[20].Round(time.Microsecond) != time.Second {
			t.Errorf("got %v", ats)
		}
	})
	t.Run("bursts: arrivals start together", func(t *testing.T) {
		r := run(t, "process: 'bursts', burstSize: 5, burstEveryMs: 400, duration: '1s', vus: 10")
		ats := scheduledStarts(r.exchanges)
		if len(ats) != 15 || ats[4] != 0 || ats[5] != 400*time.Millisecond || ats[14] != 800*time.Millisecond {
			t.Errorf("got %v", ats)
		}
	})
	t.Run("closed model: each user starts again after its answer and its think time", func(t *testing.T) {
		r := run(t, "process: 'closed', thinkMs: 80, duration: '1s', vus: 4")
		end := r.end(t)
		// An answer takes 20 ms, so a user starts every 100 ms or a little later.
		if end.Started < 20 || end.Started > 40 || end.Scheduled != end.Started || end.NotStarted != 0 || int64(len(r.exchanges)) != end.Started {
			t.Errorf("got %+v with %d exchanges", end, len(r.exchanges))
		}
		numbers := map[string]bool{}
		for _, body := range bodies(r.exchanges) {
			numbers[body] = true
		}
		if len(numbers) != len(r.exchanges) {
			t.Errorf("%d iterations have %d numbers", len(r.exchanges), len(numbers))
		}
	})
	t.Run("trace: each arrival starts at the time of its line and knows its members", func(t *testing.T) {
		r := run(t, "process: 'trace', trace: '"+trace+"', speed: 2, duration: '1s', vus: 5")
		ats := scheduledStarts(r.exchanges)
		if want := []time.Duration{0, 200 * time.Millisecond, 200 * time.Millisecond, 400 * time.Millisecond}; !slices.Equal(ats, want) {
			t.Errorf("got %v, want %v", ats, want)
		}
		want := []string{
			`{"number":0,"scenario":"chat","promptTokens":7,"answerTokens":3}`,
			`{"number":1,"promptTokens":9}`, `{"number":2,"scenario":"images"}`, `{"number":3}`,
		}
		if got := bodies(r.exchanges); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
	t.Run("trace: the segments of a run add up to the whole trace", func(t *testing.T) {
		options := "process: 'trace', trace: '" + trace + "', duration: '2s', vus: 4"
		first := begin(t, options, "--execution-segment", "0:1/2", "--execution-segment-sequence", "0,1/2,1")
		second := begin(t, options, "--execution-segment", "1/2:1", "--execution-segment-sequence", "0,1/2,1")
		parts := append(bodies(first().exchanges), bodies(second().exchanges)...)
		slices.Sort(parts)
		if whole := bodies(run(t, options).exchanges); !slices.Equal(parts, whole) {
			t.Errorf("got %v, want %v", parts, whole)
		}
	})
	t.Run("trace: a malformed line is reported before anything is sent", func(t *testing.T) {
		broken := filepath.Join(t.TempDir(), "broken.jsonl")
		if err := os.WriteFile(broken, []byte(lines+"{\"timestamp\":1}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		p := start(t, openProcess("process: 'trace', trace: '"+broken+"', duration: '2s', vus: 4", g.URL), nil)
		if output := p.wait(); p.code == 0 || !strings.Contains(output, "is malformed: line 5 has timestamp 1, earlier than 900") {
			t.Errorf("exit code %d: %s", p.code, output)
		}
	})
	t.Run("per-scenario rates: each scenario starts at its own rate and knows its name", func(t *testing.T) {
		r := run(t, "process: 'constant', rates: {chat: 20, images: 5}, duration: '1s', vus: 10")
		counts := map[bool]int{}
		for _, body := range bodies(r.exchanges) {
			counts[strings.Contains(body, `"scenario":"chat"`)]++
		}
		if counts[true] != 20 || counts[false] != 5 {
			t.Errorf("got %v", counts)
		}
	})
}
