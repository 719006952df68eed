package gateway

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/grafana/sobek"
	"go.k6.io/k6/v2/js/common"
	"go.k6.io/k6/v2/lib"

	"assay/engine/tap"
)

var (
	operations = []string{
		"chat", "responses", "images", "transcription", "video-create", "video-read", "video-cancel",
	}
	methods     = []string{"POST", "GET", "DELETE"}
	credentials = []string{"first", "second", "none"}
	groupKinds  = []string{"key", "job"}
)

// option reads one option of a request.
type option func(*Instance, *request, sobek.Value) error

// options are all options of a request; any other name is reported as a mistake, not ignored.
var options = map[string]option{
	"operation": func(_ *Instance, r *request, v sobek.Value) (err error) {
		r.Operation, err = oneOf(operations, v)
		return err
	},
	"url": readURL,
	"method": func(_ *Instance, r *request, v sobek.Value) (err error) {
		r.Method, err = oneOf(methods, v)
		return err
	},
	"body": func(_ *Instance, r *request, v sobek.Value) (err error) {
		r.HasBody = true
		r.Body, err = text(v)
		return err
	},
	"parts":   readParts,
	"headers": readHeaders,
	"idempotencyKey": func(_ *Instance, r *request, v sobek.Value) error {
		key, err := text(v)
		if err == nil {
			err = r.setHeader("Idempotency-Key", key)
		}
		return err
	},
	"credential": func(_ *Instance, r *request, v sobek.Value) (err error) {
		r.Credential, err = oneOf(credentials, v)
		return err
	},
	"group": func(i *Instance, r *request, v sobek.Value) (err error) { r.Group, err = i.readGroup(v); return err },
	"attempt": func(_ *Instance, r *request, v sobek.Value) (err error) {
		r.Attempt, err = wholeFrom1(v)
		return err
	},
	"intendedMs": func(_ *Instance, r *request, v sobek.Value) error {
		ms, err := atLeast0(v)
		r.scheduledNs = max(1, int64(ms*float64(time.Millisecond)))
		return err
	},
	"disconnectAfterEvents": func(_ *Instance, r *request, v sobek.Value) (err error) {
		r.disconnectAfterEvents, err = wholeFrom1(v)
		return err
	},
	"disconnectAfterMs": func(_ *Instance, r *request, v sobek.Value) (err error) {
		r.disconnectAfter, err = duration(v)
		return err
	},
	"readBytesPerSecond": func(_ *Instance, r *request, v sobek.Value) (err error) {
		r.ReadBytesPerSecond, err = wholeFrom1(v)
		return err
	},
	"timeoutMs": func(_ *Instance, r *request, v sobek.Value) (err error) { r.timeout, err = duration(v); return err },
	"tags": func(i *Instance, r *request, v sobek.Value) error {
		return common.ApplyCustomUserTags(i.vu.Runtime(), &r.tags, v)
	},
}

// parse checks the options of one request.
func (i *Instance) parse(state *lib.State, value sobek.Value) (*request, error) {
	if common.IsNullish(value) {
		return nil, errors.New("a request needs options, at least operation and url")
	}
	r := &request{
		Request: tap.Request{Method: "POST", Credential: "first", Attempt: 1},
		timeout: defaultTimeout, tags: state.Tags.GetCurrentValues(),
	}
	if scenario := lib.GetScenarioState(i.vu.Context()); scenario != nil {
		r.Scenario = scenario.Name
	}
	object := value.ToObject(i.vu.Runtime())
	for _, name := range object.Keys() {
		member := object.Get(name)
		if member == nil || sobek.IsUndefined(member) {
			continue
		}
		read, known := options[name]
		if !known {
			return nil, fmt.Errorf("unknown option: %s. Known options are %s", name, knownOptions())
		}
		if err := read(i, r, member); err != nil {
			return nil, fmt.Errorf("%s %w", name, err)
		}
	}
	return r, r.complete(state.Options.UserAgent.String)
}

func knownOptions() string {
	return strings.Join(slices.Sorted(maps.Keys(options)), ", ")
}

func readURL(_ *Instance, r *request, v sobek.Value) error {
	address, err := text(v)
	if err != nil {
		return err
	}
	r.URL = address
	r.url, err = url.Parse(address)
	if err != nil || r.url.Host == "" || r.url.Scheme != "http" && r.url.Scheme != "https" {
		return fmt.Errorf("must be an absolute http or https URL; got %q", address)
	}
	return nil
}

func readHeaders(i *Instance, r *request, v sobek.Value) error {
	object := v.ToObject(i.vu.Runtime())
	for _, name := range object.Keys() {
		value, err := text(object.Get(name))
		if err != nil {
			return fmt.Errorf("%s %w", name, err)
		}
		if err := r.setHeader(name, value); err != nil {
			return err
		}
	}
	return nil
}

func (i *Instance) readGroup(v sobek.Value) (*tap.Group, error) {
	if common.IsNullish(v) {
		return nil, errors.New("needs a kind and an id")
	}
	object := v.ToObject(i.vu.Runtime())
	kind, err := oneOf(groupKinds, object.Get("kind"))
	if err != nil {
		return nil, fmt.Errorf("kind %w", err)
	}
	id, err := text(object.Get("id"))
	if err != nil {
		return nil, fmt.Errorf("id %w", err)
	}
	return &tap.Group{Kind: kind, ID: id}, nil
}

func text(v sobek.Value) (string, error) {
	if v != nil {
		if s, ok := v.Export().(string); ok {
			return s, nil
		}
	}
	return "", fmt.Errorf("must be a string; got %v", v)
}

func oneOf(allowed []string, v sobek.Value) (string, error) {
	s, err := text(v)
	if err != nil || !slices.Contains(allowed, s) {
		return "", fmt.Errorf("must be one of %s; got %v", strings.Join(allowed, ", "), v)
	}
	return s, nil
}

func atLeast0(v sobek.Value) (float64, error) {
	switch n := v.Export().(type) {
	case int64:
		if n >= 0 {
			return float64(n), nil
		}
	case float64:
		if n >= 0 && !math.IsInf(n, 0) {
			return n, nil
		}
	}
	return 0, fmt.Errorf("must be a number, 0 or above; got %v", v)
}

func wholeFrom1(v sobek.Value) (int64, error) {
	n, err := atLeast0(v)
	if err != nil || n < 1 || n != math.Trunc(n) {
		return 0, fmt.Errorf("must be a whole number, 1 or above; got %v", v)
	}
	return int64(n), nil
}

func duration(v sobek.Value) (time.Duration, error) {
	ms, err := atLeast0(v)
	return max(1, time.Duration(ms*float64(time.Millisecond))), err
}
