package schedule

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"
)

const (
	// maxLineBytes is the longest line that a trace may have.
	maxLineBytes = 1 << 20
	// maxTokens is the greatest length that a line may request.
	maxTokens = 1_000_000
	// maxScenarios is the number of scenario names that a trace may use.
	maxScenarios = 255
)

// Trace is the content of a trace file, in 17 bytes per arrival. All schedules that replay it share it.
type Trace struct {
	ats                        []time.Duration
	promptTokens, answerTokens []uint32
	// scenarios holds an index into names, from 1; 0 means none.
	scenarios []uint8
	names     []string
}

// traceLine is a line of the file; fields of other tools (`hash_ids`, …) are ignored.
type traceLine struct {
	Timestamp    *float64 `json:"timestamp"`
	InputLength  int64    `json:"input_length"`
	OutputLength int64    `json:"output_length"`
	Scenario     string   `json:"scenario"`
}

// ReadTrace reads the arrivals of a file up to the end of the run. The first line is the start of the
// replay; speed 2 is twice as fast.
func ReadTrace(path string, speed float64, end time.Duration) (*Trace, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the trace cannot be read: %w", err)
	}
	defer func() { _ = file.Close() }()
	read, err := parseTrace(file, speed, end)
	if err != nil {
		return nil, fmt.Errorf("the trace %s is malformed: %w", path, err)
	}
	return read, nil
}

func parseTrace(source io.Reader, speed float64, end time.Duration) (*Trace, error) {
	t := &Trace{}
	lines := bufio.NewScanner(source)
	lines.Buffer(make([]byte, 0, 64<<10), maxLineBytes)
	var first, previous float64
	number := 0
	for lines.Scan() {
		number++
		if len(lines.Bytes()) == 0 {
			continue
		}
		line, err := parseLine(lines.Bytes())
		if err != nil {
			return nil, fmt.Errorf("line %d %w", number, err)
		}
		ms := *line.Timestamp
		if len(t.ats) == 0 {
			first, previous = ms, ms
		}
		if ms < previous {
			return nil, fmt.Errorf("line %d has timestamp %v, earlier than %v in the line above it", number, ms, previous)
		}
		previous = ms
		at := toDuration((ms - first) / 1000 / speed)
		if at >= end {
			break
		}
		if err := t.add(at, line); err != nil {
			return nil, fmt.Errorf("line %d %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", number+1, err)
	}
	if len(t.ats) == 0 {
		return nil, errors.New("it contains no arrivals")
	}
	return t, nil
}

func parseLine(text []byte) (traceLine, error) {
	var line traceLine
	if err := json.Unmarshal(text, &line); err != nil {
		return line, fmt.Errorf("is not a trace entry: %w", err)
	}
	if line.Timestamp == nil || *line.Timestamp < 0 {
		return line, errors.New(`needs a "timestamp" in ms, 0 or above`)
	}
	if min(line.InputLength, line.OutputLength) < 0 || max(line.InputLength, line.OutputLength) > maxTokens {
		return line, fmt.Errorf(`needs an "input_length" and an "output_length" from 0 to %d`, maxTokens)
	}
	return line, nil
}

func (t *Trace) add(at time.Duration, line traceLine) error {
	scenario := 0
	if line.Scenario != "" {
		if scenario = slices.Index(t.names, line.Scenario) + 1; scenario == 0 {
			t.names = append(t.names, line.Scenario)
			scenario = len(t.names)
		}
	}
	if scenario > maxScenarios {
		return fmt.Errorf("names more than %d scenarios", maxScenarios)
	}
	t.ats = append(t.ats, at)
	t.promptTokens = append(t.promptTokens, uint32(line.InputLength))
	t.answerTokens = append(t.answerTokens, uint32(line.OutputLength))
	t.scenarios = append(t.scenarios, uint8(scenario))
	return nil
}

// replay steps through a trace.
type replay struct {
	trace *Trace
	next  int
}

// NewReplay returns the arrivals of a trace.
func NewReplay(trace *Trace) Schedule {
	return &replay{trace: trace}
}

func (r *replay) Next() (Point, bool) {
	t, i := r.trace, r.next
	if i >= len(t.ats) {
		return Point{}, false
	}
	r.next++
	plan := Plan{PromptTokens: int64(t.promptTokens[i]), AnswerTokens: int64(t.answerTokens[i])}
	if number := t.scenarios[i]; number > 0 {
		plan.Scenario = t.names[number-1]
	}
	return Point{At: t.ats[i], Plan: plan}, true
}
