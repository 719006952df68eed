package answer

import (
	"net/url"
	"sync"
	"time"

	"assay/engine/upstream/script"
)

// maxJobs limits the video jobs that are remembered; the oldest go first.
const maxJobs = 20_000

// defaultStates are those of a job without a script.
var defaultStates = []script.State{
	{Status: "queued"},
	{After: 300 * time.Millisecond, Status: "in_progress", Progress: 50},
	{After: 2 * time.Second, Status: "completed", Progress: 100},
}

// Jobs are the video jobs. What a job shows follows from the time: no timer changes it.
type Jobs struct {
	mu    sync.Mutex
	jobs  map[string]*job
	order []string
}

type job struct {
	id, nonce, model string
	unix             int64
	created          time.Time
	states           []script.State
	content          []byte
	cancelled        *script.State
}

// NewJobs returns no jobs.
func NewJobs() *Jobs {
	return &Jobs{jobs: map[string]*job{}}
}

// Create returns the answer with a new job.
func (j *Jobs) Create(r *Request) *Answer {
	id := "video_" + r.Serial
	if r.Nonce != "" {
		id = "video_" + r.Nonce + "_" + r.Serial[max(0, len(r.Serial)-8):]
	}
	states := r.Step.States
	if len(states) == 0 {
		states = defaultStates
	}
	content := r.Step.Content
	if content == nil {
		content = append([]byte("\x00\x00\x00\x14ftypisom\x00\x00\x02\x00isom"), r.Nonce...)
	}
	created := &job{
		id: id, nonce: r.Nonce, model: r.Model, unix: r.Unix, created: time.Now(), states: states, content: content,
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.jobs[id] == nil {
		j.order = append(j.order, id)
	}
	j.jobs[id] = created
	if len(j.order) > maxJobs {
		delete(j.jobs, j.order[0])
		j.order = j.order[1:]
	}
	answer := created.answer(r)
	answer.After = r.pace().first
	return answer
}

// Answer returns the answer to a request for a job that may exist.
func (j *Jobs) Answer(r *Request, id string) *Answer {
	if decoded, err := url.PathUnescape(id); err == nil {
		id = decoded
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	found := j.jobs[id]
	if found == nil {
		return FromProblem(NotFound("There is no such video job."))
	}
	answer := found.answer(r)
	switch r.Operation {
	case VideoCancel:
		answer = found.cancel(r)
	case VideoContent:
		answer = found.file()
	}
	answer.After = r.Step.Delay()
	return answer
}

func (j *job) state() script.State {
	if j.cancelled != nil {
		return *j.cancelled
	}
	current := script.State{Status: "queued"}
	for _, state := range j.states {
		if time.Since(j.created) >= state.After {
			current = state
		}
	}
	return current
}

// cancel ends a job that is not over.
func (j *job) cancel(r *Request) *Answer {
	switch state := j.state(); state.Status {
	case "completed", "failed", "cancelled":
	default:
		state.Status = "cancelled"
		j.cancelled = &state
	}
	return j.answer(r)
}

func (j *job) file() *Answer {
	if j.state().Status != "completed" {
		return FromProblem(NotFound("The video is not complete."))
	}
	answer := &Answer{Status: 200, ContentType: "video/mp4", Body: j.content}
	answer.ContentSHA256s = []string{digest(j.content)}
	return answer
}

func (j *job) answer(r *Request) *Answer {
	state := j.state()
	o := object{
		"id": j.id, "object": "video", "status": state.Status, "model": j.model, "progress": state.Progress,
		"created_at": j.unix, "completed_at": nil, "error": nil, "content_url": nil,
	}
	switch state.Status {
	case "completed":
		o["completed_at"] = j.unix + int64(state.After.Seconds())
		o["content_url"] = "/videos/" + url.PathEscape(j.id) + "/content"
	case "failed":
		o["error"] = r.failure()
	}
	return jsonAnswer(r.encode(o))
}
